/**
 * Converts tables of texts to arrays for a network: numbers, dates, categories and missing cells.
 * The rules are learned from the training rows and kept with the model. Programs that train and
 * programs that predict use it.
 */
@NullMarked
package io.cambric.data.preprocess;

import org.jspecify.annotations.NullMarked;
