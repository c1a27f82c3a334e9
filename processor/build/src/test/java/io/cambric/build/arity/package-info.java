/** Tests of the generator of per-arity classes. */
@NullMarked
package io.cambric.build.arity;

import org.jspecify.annotations.NullMarked;
