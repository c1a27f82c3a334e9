/**
 * Residual networks for images, of basic and of bottleneck layers, with a head for classes, and the
 * names of its weights in Hugging Face's files.
 */
@NullMarked
package io.cambric.models.resnet;

import org.jspecify.annotations.NullMarked;
