/* The peers of tile operations, a type after the other. */
#include "tile_peers.h"

__extension__ typedef _Float16 half;

#define ELEMENT  double
#define OF(name) name##_fp64
#include "tile_peer.h"

#define ELEMENT  float
#define OF(name) name##_fp32
#include "tile_peer.h"

#define ELEMENT  half
#define OF(name) name##_fp16
#include "tile_peer.h"

#define ELEMENT  int32_t
#define OF(name) name##_s32
#include "tile_peer.h"

#define ELEMENT  int16_t
#define OF(name) name##_s16
#include "tile_peer.h"

#define ELEMENT  int8_t
#define OF(name) name##_s8
#include "tile_peer.h"
