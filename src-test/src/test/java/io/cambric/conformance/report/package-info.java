/** Compares values with golden ones and counts, and knows what is not yet supported. */
@NullMarked
package io.cambric.conformance.report;

import org.jspecify.annotations.NullMarked;
