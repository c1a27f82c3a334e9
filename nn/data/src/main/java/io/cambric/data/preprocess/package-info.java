/**
 * Tables of texts to arrays for a network: numbers, dates, categories and missing cells, by rules
 * that are learned from the rows of a training and kept with its model. Programs that train and
 * programs that predict use it.
 */
@NullMarked
package io.cambric.data.preprocess;

import org.jspecify.annotations.NullMarked;
