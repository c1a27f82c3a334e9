/**
 * Datasets: values in a fixed order, batches of them, and a position that a checkpoint can keep.
 * {@link io.cambric.data.Csv} reads tables of text. Programs that train use it; the packages of
 * other sources build on it.
 */
@NullMarked
package io.cambric.data;

import org.jspecify.annotations.NullMarked;
