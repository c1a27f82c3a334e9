package io.cambric.serialization;

/** Msgpack as Flax uses it, for reader and writer: type bytes, codes of extensions and limits. */
final class MsgpackFormat {

  static final int NIL = 0xc0;
  static final int FALSE = 0xc2;
  static final int TRUE = 0xc3;
  static final int BIN8 = 0xc4;
  static final int BIN16 = 0xc5;
  static final int BIN32 = 0xc6;
  static final int EXT8 = 0xc7;
  static final int EXT16 = 0xc8;
  static final int EXT32 = 0xc9;
  static final int FLOAT32 = 0xca;
  static final int FLOAT64 = 0xcb;
  static final int UINT8 = 0xcc;
  static final int UINT16 = 0xcd;
  static final int UINT32 = 0xce;
  static final int UINT64 = 0xcf;
  static final int INT8 = 0xd0;
  static final int INT16 = 0xd1;
  static final int INT32 = 0xd2;
  static final int INT64 = 0xd3;
  static final int FIXEXT1 = 0xd4;
  static final int FIXEXT2 = 0xd5;
  static final int FIXEXT4 = 0xd6;
  static final int FIXEXT8 = 0xd7;
  static final int FIXEXT16 = 0xd8;
  static final int STR8 = 0xd9;
  static final int STR16 = 0xda;
  static final int STR32 = 0xdb;
  static final int ARRAY16 = 0xdc;
  static final int ARRAY32 = 0xdd;
  static final int MAP16 = 0xde;
  static final int MAP32 = 0xdf;
  static final int FIXMAP = 0x80;
  static final int FIXARRAY = 0x90;
  static final int FIXSTR = 0xa0;
  static final int NEGATIVE_FIXINT = 0xe0;

  static final int MAX_FIXED_COUNT = 15;
  static final int MAX_FIXSTR = 31;
  static final int MAX_U8 = 0xff;
  static final int MAX_U16 = 0xffff;
  static final long MAX_U32 = 0xffff_ffffL;

  /** Extension types of Flax. */
  static final int NDARRAY = 1;

  static final int COMPLEX = 2;
  static final int NUMPY_SCALAR = 3;

  /** The marker key of an array in chunks. */
  static final String CHUNKED = "__msgpack_chunked_array__";

  static final String SHAPE = "shape";
  static final String CHUNKS = "chunks";

  /** The maximum depth of nested values, as in the packer of msgpack-python. */
  static final int MAX_DEPTH = 511;

  private MsgpackFormat() {}

  static boolean isOfFlax(int extension) {
    return extension == NDARRAY || extension == COMPLEX || extension == NUMPY_SCALAR;
  }
}
