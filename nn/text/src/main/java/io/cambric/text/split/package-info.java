/** Pre-tokenizers: the stage that divides a text into words. Tokenizers use it. */
@NullMarked
package io.cambric.text.split;

import org.jspecify.annotations.NullMarked;
