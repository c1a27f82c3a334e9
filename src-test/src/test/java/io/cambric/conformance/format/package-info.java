/** The form of golden folders: families, cases, and the arrays that their leaves name. */
@NullMarked
package io.cambric.conformance.format;

import org.jspecify.annotations.NullMarked;
