/**
 * Sources of images: IDX files, as of MNIST, CIFAR binaries, and folders with one folder a class.
 * Programs that train use it.
 */
@NullMarked
package io.cambric.data.image;

import org.jspecify.annotations.NullMarked;
