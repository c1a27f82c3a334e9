/** A residual network on the files of CIFAR or a folder of images, with the places that decide. */
@NullMarked
package io.cambric.examples.resnet;

import org.jspecify.annotations.NullMarked;
