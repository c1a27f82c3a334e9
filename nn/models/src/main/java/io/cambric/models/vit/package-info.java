/**
 * Vision transformer: an encoder of the patches of an image, with a head for classes, and the names
 * of its weights in Hugging Face's files.
 */
@NullMarked
package io.cambric.models.vit;

import org.jspecify.annotations.NullMarked;
