/** Compressions of the pages of Parquet files, for the package {@code table} alone. */
@NullMarked
package io.cambric.data.table.codec;

import org.jspecify.annotations.NullMarked;
