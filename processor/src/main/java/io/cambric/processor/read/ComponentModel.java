package io.cambric.processor.read;

import com.palantir.javapoet.TypeName;
import javax.lang.model.element.RecordComponentElement;

/**
 * A component of a definition, a setup record or a pytree record.
 *
 * @param element the component itself, for diagnostics
 * @param name its Java name
 * @param scopeName its name in the scope: the Java name unless {@code @Named} says otherwise
 * @param isStatic whether {@code @Static} makes it metadata of a pytree
 * @param mayHoldModule whether its value may be or contain a module
 * @param type its type, as generated code writes it
 * @param doc the text of its {@code @param} tag, or empty
 */
public record ComponentModel(
    RecordComponentElement element,
    String name,
    String scopeName,
    boolean isStatic,
    boolean mayHoldModule,
    TypeName type,
    String doc) {}
