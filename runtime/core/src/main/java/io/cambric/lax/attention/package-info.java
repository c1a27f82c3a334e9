/** Attention without an array of all scores, and its derivatives. */
@NullMarked
package io.cambric.lax.attention;

import org.jspecify.annotations.NullMarked;
