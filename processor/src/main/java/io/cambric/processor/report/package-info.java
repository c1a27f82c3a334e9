/**
 * The diagnostics: their codes, their severities and the one road to the compiler's messager.
 *
 * <p>Every stage of the processor may use this package; it knows none of them.
 */
@NullMarked
package io.cambric.processor.report;

import org.jspecify.annotations.NullMarked;
