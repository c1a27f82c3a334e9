package io.cambric.processor.read;

import java.util.List;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;

/** Reads the components of a record. */
final class ComponentReader {

  private final TypeReader types;
  private final ModuleHolders holders;

  ComponentReader(TypeReader types, ModuleHolders holders) {
    this.types = types;
    this.holders = holders;
  }

  List<ComponentModel> read(TypeElement record, DocComment doc) {
    return record.getRecordComponents().stream().map(c -> read(c, doc)).toList();
  }

  private ComponentModel read(RecordComponentElement component, DocComment doc) {
    var name = component.getSimpleName().toString();
    return new ComponentModel(
        component,
        name,
        ElementNames.inScope(component),
        Annotated.has(component, Annotated.STATIC),
        holders.mayHoldModule(component.asType()),
        types.read(component.getAccessor().getReturnType(), component),
        doc.param(name));
  }
}
