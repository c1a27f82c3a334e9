package io.cambric.processor.read;

import javax.lang.model.element.Element;

/**
 * A type that neither the class path nor the definitions of this processing round have.
 *
 * @param text the type as the source has it
 * @param user the element that uses it
 */
public record MissingType(String text, Element user) {}
