/**
 * Random programs and the checks of each. Here are the generator, the checks, the shrinking of
 * programs that fail, and the long run. Planted faults try the checks themselves.
 */
@NullMarked
package io.cambric.programs;

import org.jspecify.annotations.NullMarked;
