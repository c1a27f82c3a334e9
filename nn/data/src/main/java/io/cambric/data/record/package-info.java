/** Rows of tables to records of Java, for the sources of tables alone. */
@NullMarked
package io.cambric.data.record;

import org.jspecify.annotations.NullMarked;
