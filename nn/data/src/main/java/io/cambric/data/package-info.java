/**
 * Datasets: values in a fixed order with a position that a checkpoint can keep, and what makes
 * batches of them. Programs that train use it; the packages of sources below build on it.
 */
@NullMarked
package io.cambric.data;

import org.jspecify.annotations.NullMarked;
