/**
 * Random programs and what must hold of each: the generator, the checks, the shrinking of programs
 * that fail, the long run, and the faults that are planted to try the checks themselves.
 */
@NullMarked
package io.cambric.programs;

import org.jspecify.annotations.NullMarked;
