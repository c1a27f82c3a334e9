/**
 * The shared parts of readers of files: opening a file, quoting its texts in messages, counting the
 * bytes of its elements. Packages that read or write files use it; it sees exceptions and shapes
 * alone.
 */
@NullMarked
package io.cambric.file.support;

import org.jspecify.annotations.NullMarked;
