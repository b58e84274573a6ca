//! Unpacks what the page holds in the format of xz, a third smaller than what browsers unpack by themselves.

use std::cell::RefCell;

thread_local! {
    /// What is packed, then what it unpacks to.
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room for so many packed bytes.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    BYTES.with_borrow_mut(|bytes| {
        bytes.resize(length, 0);
        bytes.as_mut_ptr()
    })
}

/// Unpacks them; gives how many bytes they come to, none if they are damaged.
#[unsafe(no_mangle)]
extern "C" fn unpack() -> usize {
    BYTES.with_borrow_mut(|bytes| {
        let mut whole = Vec::new();
        if lzma_rs::xz_decompress(&mut bytes.as_slice(), &mut whole).is_err() {
            whole.clear();
        }
        *bytes = whole;
        bytes.len()
    })
}

/// Where they stand.
#[unsafe(no_mangle)]
extern "C" fn unpacked() -> *const u8 {
    BYTES.with_borrow(|bytes| bytes.as_ptr())
}
