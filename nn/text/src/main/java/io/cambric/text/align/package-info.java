/** Texts that map each character to a part of their original. All stages use it. */
@NullMarked
package io.cambric.text.align;

import org.jspecify.annotations.NullMarked;
