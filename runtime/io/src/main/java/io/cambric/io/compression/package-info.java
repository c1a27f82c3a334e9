/** Decompression in Java, for readers of files in other artifacts of this project. */
@NullMarked
package io.cambric.io.compression;

import org.jspecify.annotations.NullMarked;
