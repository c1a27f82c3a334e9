/**
 * A convolutional network that learns images of digits: definition, step, and a training with
 * checkpoints and a report. The examples {@code digits} and {@code mnist} give the images.
 */
@NullMarked
package io.cambric.examples.images;

import org.jspecify.annotations.NullMarked;
