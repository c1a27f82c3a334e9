package io.cambric.data.image;

import io.cambric.core.Array;

/**
 * Images of CIFAR-100 with both of their labels; immutable, and a pytree for {@code
 * Dataset.ofArrays}.
 *
 * @param images as {@code u8[count, 32, 32, 3]}
 * @param coarse the superclass, 0 to 19, as {@code i32[count]}
 * @param fine the class, 0 to 99, as {@code i32[count]}
 */
public record Cifar100Images(Array images, Array coarse, Array fine) {}
