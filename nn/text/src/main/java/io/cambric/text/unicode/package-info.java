/**
 * Classes, cases and normal forms of characters, as the Rust library has them. All stages use it.
 */
@NullMarked
package io.cambric.text.unicode;

import org.jspecify.annotations.NullMarked;
