/** Compressions of the pages of Parquet files, only for the package {@code table}. */
@NullMarked
package io.cambric.data.table.codec;

import org.jspecify.annotations.NullMarked;
