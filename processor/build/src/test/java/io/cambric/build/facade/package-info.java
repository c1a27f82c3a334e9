/** Tests of the generator of façades. */
@NullMarked
package io.cambric.build.facade;

import org.jspecify.annotations.NullMarked;
