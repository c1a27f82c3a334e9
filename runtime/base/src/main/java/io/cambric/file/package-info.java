/** Files that are either as they were before a write, or complete. */
@NullMarked
package io.cambric.file;

import org.jspecify.annotations.NullMarked;
