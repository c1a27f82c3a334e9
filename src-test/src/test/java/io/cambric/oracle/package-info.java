/**
 * Programs of Python that use the libraries which Cambric follows. Tests that compare files with
 * those of the originals use it; they are skipped where Python or a library is missing.
 */
@NullMarked
package io.cambric.oracle;

import org.jspecify.annotations.NullMarked;
