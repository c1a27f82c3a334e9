/**
 * The shared parts of readers and writers of files: opening a file, quoting its texts in messages,
 * limits of unpacked bytes, files under a name of their own. It sees exceptions alone.
 */
@NullMarked
package io.cambric.file.support;

import org.jspecify.annotations.NullMarked;
