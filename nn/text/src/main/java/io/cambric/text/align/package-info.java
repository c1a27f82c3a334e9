/** Texts that know which part of their original each character comes from. All stages use it. */
@NullMarked
package io.cambric.text.align;

import org.jspecify.annotations.NullMarked;
