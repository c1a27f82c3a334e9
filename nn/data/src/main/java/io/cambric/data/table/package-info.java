/** Tables of Parquet files and of databases as datasets. Programs that train use it. */
@NullMarked
package io.cambric.data.table;

import org.jspecify.annotations.NullMarked;
