package io.cambric.data.image;

import io.cambric.core.Array;

/**
 * Images with their labels, or one image with its label; immutable, and a pytree.
 *
 * @param images as {@code u8[..., height, width, channels]}
 * @param labels as {@code i32[...]}
 */
public record LabelledImages(Array images, Array labels) {}
