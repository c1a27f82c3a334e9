package io.cambric.data.image;

import io.cambric.core.Array;

/**
 * Images with their labels; immutable, and a pytree for {@code Dataset.ofArrays}.
 *
 * @param images as {@code u8[count, height, width, channels]}
 * @param labels as {@code i32[count]}
 */
public record LabelledImages(Array images, Array labels) {}
