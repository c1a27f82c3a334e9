/**
 * Commands whose libraries only {@code ./run} fetches: their options, so that the list of examples
 * and the help have them before anything is fetched.
 */
@NullMarked
package io.cambric.examples.apart;

import org.jspecify.annotations.NullMarked;
