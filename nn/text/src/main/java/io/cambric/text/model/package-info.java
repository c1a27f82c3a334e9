/** Models: the stage that divides a word into tokens. Tokenizers use it. */
@NullMarked
package io.cambric.text.model;

import org.jspecify.annotations.NullMarked;
