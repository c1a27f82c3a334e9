/** Bytes of files for the readers of datasets, with the limits that callers set. */
@NullMarked
package io.cambric.data.file;

import org.jspecify.annotations.NullMarked;
