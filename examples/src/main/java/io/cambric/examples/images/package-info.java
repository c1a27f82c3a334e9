/** Batches of images with labels, and pictures made of many images. */
@NullMarked
package io.cambric.examples.images;

import org.jspecify.annotations.NullMarked;
