/**
 * Classification of the rows of a CSV file with categories, missing values and classes of unlike
 * size. The example saves everything that new rows need next to the model.
 */
@NullMarked
package io.cambric.examples.tabular;

import org.jspecify.annotations.NullMarked;
