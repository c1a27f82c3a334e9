/** Classes, cases and normal forms of characters, as in the Rust library. All stages use it. */
@NullMarked
package io.cambric.text.unicode;

import org.jspecify.annotations.NullMarked;
