/** Tests of pre-tokenizers. */
@NullMarked
package io.cambric.text.split;

import org.jspecify.annotations.NullMarked;
