/**
 * DistilBERT: a smaller encoder in the manner of BERT, with a head for classes, and the names of
 * its weights in Hugging Face's files.
 */
@NullMarked
package io.cambric.models.distilbert;

import org.jspecify.annotations.NullMarked;
