/**
 * Datasets: values in a fixed order with a position that a checkpoint can keep, and what makes
 * batches of them. {@link io.cambric.data.Csv} reads tables of text. Programs that train use it;
 * the packages of other sources build on it.
 */
@NullMarked
package io.cambric.data;

import org.jspecify.annotations.NullMarked;
