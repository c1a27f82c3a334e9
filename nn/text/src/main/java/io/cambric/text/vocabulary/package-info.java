/** Tokens and their numbers, and searches for tokens in texts. Models and added tokens use it. */
@NullMarked
package io.cambric.text.vocabulary;

import org.jspecify.annotations.NullMarked;
