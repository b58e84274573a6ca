//! Unpacks the library, which the page holds as a plain LZMA2 stream: a third smaller than in the formats that browsers
//! unpack themselves.

use lzma_rust2::Lzma2Reader;
use std::cell::RefCell;
use std::io::Read;

/// The size of the dictionary in bytes; equal to the one in `web-build`.
const DICTIONARY: u32 = 1 << 24;

thread_local! {
    /// The packed bytes, later the unpacked ones.
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for `length` packed bytes and returns its address.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    BYTES.with_borrow_mut(|bytes| {
        bytes.resize(length, 0);
        bytes.as_mut_ptr()
    })
}

/// Unpacks the bytes written to `room` and returns the number of unpacked bytes, 0 if the packed ones are damaged.
#[unsafe(no_mangle)]
extern "C" fn unpack() -> usize {
    BYTES.with_borrow_mut(|bytes| {
        let mut whole = Vec::new();
        if Lzma2Reader::new(bytes.as_slice(), DICTIONARY, None).read_to_end(&mut whole).is_err() {
            whole.clear();
        }
        *bytes = whole;
        bytes.len()
    })
}

/// Returns the address of the unpacked bytes.
#[unsafe(no_mangle)]
extern "C" fn unpacked() -> *const u8 {
    BYTES.with_borrow(|bytes| bytes.as_ptr())
}
