/**
 * BERT: an encoder of tokens, with a head for masked language modelling, and the names of its
 * weights in Hugging Face's files.
 */
@NullMarked
package io.cambric.models.bert;

import org.jspecify.annotations.NullMarked;
