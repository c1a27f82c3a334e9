/** Converts rows of tables to Java records; only the table sources use it. */
@NullMarked
package io.cambric.data.record;

import org.jspecify.annotations.NullMarked;
