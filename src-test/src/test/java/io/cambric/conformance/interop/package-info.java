/** Runners of the golden cases of other libraries: their files, layers and models. */
@NullMarked
package io.cambric.conformance.interop;

import org.jspecify.annotations.NullMarked;
