/** Pictures that examples draw: charts as PNG files, without fonts of the machine. */
@NullMarked
package io.cambric.examples.picture;

import org.jspecify.annotations.NullMarked;
