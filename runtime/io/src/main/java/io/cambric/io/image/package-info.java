/**
 * Files of images, written without {@code java.desktop}.
 *
 * {@snippet :
 * byte[] png = Png.encode(pixels);
 * }
 */
@NullMarked
package io.cambric.io.image;

import org.jspecify.annotations.NullMarked;
