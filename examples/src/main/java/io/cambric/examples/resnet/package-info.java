/**
 * A residual network on the files of CIFAR or on a folder of images: augmentation, 16-bit
 * computation, masks of weight decay, accumulated gradients, averaged parameters, and pictures of
 * the places that decide. Start with {@link io.cambric.examples.resnet.ResNetTraining}.
 */
@NullMarked
package io.cambric.examples.resnet;

import org.jspecify.annotations.NullMarked;
