/**
 * Classification of the rows of a CSV file: categories, missing values and classes of unlike size,
 * with everything that new rows need saved next to the model.
 */
@NullMarked
package io.cambric.examples.tabular;

import org.jspecify.annotations.NullMarked;
